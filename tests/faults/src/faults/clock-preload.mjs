import { readFileSync } from 'node:fs';

const RealDate = Date;
let aheadMs = 0;
const read = () => {
  try {
    aheadMs = Number(readFileSync(process.env.FAULT_CLOCK_FILE, 'utf8')) || 0;
  } catch {
    aheadMs = 0;
  }
};
read();
setInterval(read, 200).unref();

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + aheadMs);
    else super(...given);
  }
  static now() {
    return RealDate.now() + aheadMs;
  }
};
