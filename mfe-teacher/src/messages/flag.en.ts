export const flag = {
  device_shared: {
    title: 'One phone, two students',
    look: 'Another student marked, or tried to mark, with the same phone. It may have been lent in good faith: check that both are in the room.',
  },
  same_coordinates: {
    title: 'Exactly the same location',
    look: 'Several students sent exactly the same location. Faked locations look like this, and so do some laptops without GPS: check that they are in the room.',
  },
  impossible_jump: {
    title: 'Came from too far away',
    look: 'The previous mark was too far away for the student to get here in time. Locations found by Wi-Fi can be far off: check that the student is in the room.',
  },
  zero_accuracy: {
    title: 'Location with no margin of error',
    look: 'The phone reported an exact location, which is impossible. Some browsers leave the margin of error out: check that the student is in the room.',
  },
  unsigned: {
    title: 'Not signed by the browser',
    look: 'The browser could not prove that the scan and the mark come from one phone, as on a page without https. Check that the student is in the room.',
  },
  delivered_late: {
    title: 'Delivered late',
    look: 'By the phone’s own account the mark was made in time, and poor Wi-Fi held it up. Check that the student was in the room.',
  },
  without_selfie: {
    title: 'Asked to be checked in without a selfie',
    look: 'The student chose not to take a selfie, which is fine. Check that they are in the room, then accept.',
  },
  browser_shared: {
    title: 'One browser, several students',
    look: 'Several students marked in the same browser. A phone may have been lent in good faith: check that each of them is in the room.',
  },
  new_device: {
    title: 'New device',
    look: 'The student marked with a device never used before. A new phone or a reset browser is the usual cause.',
  },
  new_passkey: {
    title: 'New passkey',
    look: 'The student used a passkey never used before. A replaced passkey or a new security key is the usual cause.',
  },
  new_devices_together: {
    title: 'Many new devices at once',
    look: 'Many students marked with new devices within minutes. This can be one person with many accounts, or a campus that handed out devices: count the people in the room.',
  },
  late_against_cohort: {
    title: 'Much later than the others',
    look: 'The mark was made long after most others in this class. Coming late is the usual cause.',
  },
  relayed_late: {
    title: 'Burst code arrived late',
    look: 'The scan of the burst code arrived later than most others, as it does over a video call, but also from a slow phone. It proves nothing by itself.',
  },
  constant_offset: {
    title: 'Same delay as a group',
    look: 'Several students marked with the same delay after the others, class after class. Codes that are passed on look like this, and so do friends who arrive together: check that they are in the room.',
  },
  off_campus: {
    title: 'Outside the campus network',
    look: 'The mark came from outside the campus network. Mobile data is the usual cause.',
  },
  selfie_near_duplicate: {
    title: 'Selfie very similar to another',
    look: 'A picture is nearly the same as one sent before, by this student or by somebody in this class. Two pictures in the same seat can look alike: compare them.',
  },
  selfie_blank: {
    title: 'Selfie shows almost nothing',
    look: 'A picture is almost one color, as with a covered lens or in the dark. Check that the student is in the room.',
  },
  selfie_one_picture: {
    title: 'Only one selfie picture',
    look: 'The second picture is missing, as from a page that was opened before an update. Check that the student is in the room.',
  },
  second_account: {
    title: 'Second account of a student',
    look: 'An older account has the same name and USN. A student who lost access to it may have made a new one. A friend can also make one in the name of somebody absent: check that this student is in the room.',
  },
  words_entered: {
    title: 'Entered the words',
    look: 'The student typed the words beside the code in place of scanning. A camera that does not work is the usual cause. Words can also be passed on by phone: check that this student is in the room.',
  },
  presence_check_missed: {
    title: 'Presence check missed',
    look: 'The student had marked, and did not answer when the screen asked the class to scan again. An empty battery or leaving early is a usual cause: ask the student.',
  },
  other: {
    title: 'Another reason',
    look: 'This page is out of date. Reload it to see the reason.',
  },
};
