export type RemoteName = 'teacher' | 'student' | 'attendance';

export type RemoteArea = Exclude<RemoteName, 'attendance'>;
