export type RemoteName = 'teacher' | 'student' | 'attendance';

/** Areas that remotes bring. */
export type RemoteArea = Exclude<RemoteName, 'attendance'>;
