export * from './contents.ts';
export * from './fill-demo-campus.ts';
export * from './people.ts';
export * from './run-seed.ts';
export * from './campus/campus.ts';
export * from './campus/later-files.ts';
export * from './campus/records.ts';
export * from './campus/write-campus.ts';
