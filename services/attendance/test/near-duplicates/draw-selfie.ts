import sharp, { type Sharp } from 'sharp';

/** A generator of random numbers from 0 to 1 with a seed (mulberry32). */
export const randomFrom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};
export type Random = ReturnType<typeof randomFrom>;
export const between = (random: Random, low: number, high: number): number => low + random() * (high - low);
const hsl = (hue: number, saturation: number, lightness: number): string =>
  `hsl(${hue.toFixed(0)},${saturation.toFixed(0)}%,${lightness.toFixed(0)}%)`;

export interface Sitter {
  skin: string;
  hair: string;
  shirt: string;
  width: number;
  height: number;
  hairline: number;
  glasses: boolean;
}
export const createSitter = (random: Random): Sitter => ({
  skin: hsl(between(random, 15, 40), between(random, 25, 60), between(random, 28, 78)),
  hair: hsl(between(random, 10, 50), between(random, 10, 60), between(random, 8, 60)),
  shirt: hsl(between(random, 0, 360), between(random, 10, 80), between(random, 20, 80)),
  width: between(random, 42, 58),
  height: between(random, 60, 80),
  hairline: between(random, 0.35, 0.75),
  glasses: random() < 0.4,
});

export const makeRoom = (random: Random): string => {
  const things = Array.from({ length: 5 }, () => {
    const [x, y] = [between(random, -40, 300), between(random, -30, 160)];
    const [wide, high] = [between(random, 30, 140), between(random, 20, 110)];
    const fill = hsl(between(random, 0, 360), between(random, 0, 40), between(random, 15, 95));
    return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="${fill}"/>`;
  });
  const wall = hsl(between(random, 0, 360), between(random, 0, 25), between(random, 40, 92));
  return `<rect width="320" height="240" fill="${wall}"/>${things.join('')}`;
};

/** Direction of the head in the camera's view: -1 is left or up. */
interface Gaze {
  aside: number;
  up: number;
}

export const drawSelfie = async (
  random: Random,
  { skin, hair, shirt, width, height, hairline, glasses }: Sitter,
  room: string,
  gaze: Gaze = { aside: between(random, -0.1, 0.1), up: between(random, -0.1, 0.1) },
): Promise<Buffer> => {
  const [x, y] = [160 + between(random, -22, 22), 122 + between(random, -14, 14)];
  const size = between(random, 0.85, 1.2);
  const [eyes, mouth] = [-14 + gaze.up * 16, 30 + gaze.up * 14];
  const turn = gaze.aside * width * 0.45;
  const eye = (side: number) =>
    `<ellipse cx="${turn + side * width * 0.38}" cy="${eyes}" rx="6" ry="4" fill="#fff"/>
     <circle cx="${turn + side * width * 0.38 + gaze.aside * 2}" cy="${eyes}" r="3" fill="#222"/>` +
    (glasses
      ? `<circle cx="${turn + side * width * 0.38}" cy="${eyes}" r="12" fill="none" stroke="#222" stroke-width="2"/>`
      : '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240">
    <g transform="translate(${between(random, -12, 12)} ${between(random, -8, 8)})">${room}</g>
    <g transform="translate(${x} ${y}) rotate(${between(random, -5, 5)}) scale(${size})">
      <ellipse cx="0" cy="150" rx="105" ry="75" fill="${shirt}"/>
      <ellipse cx="0" cy="${-height * 0.2}" rx="${width * 1.12}" ry="${height * 1.02}" fill="${hair}"/>
      <ellipse cx="${turn * 0.35}" cy="${height * (1 - hairline) * 0.18}" rx="${width}" ry="${height * 0.9}" fill="${skin}"/>
      ${eye(-1)}${eye(1)}
      <path d="M${turn} ${eyes + 6} l${5 + gaze.aside * 8} 18 l-9 2" fill="none" stroke="#0006" stroke-width="3"/>
      <path d="M${turn - 15} ${mouth} q15 ${between(random, 2, 12)} 30 0" fill="none" stroke="#933" stroke-width="4"/>
    </g></svg>`;
  const noise = { type: 'gaussian' as const, mean: 0, sigma: between(random, 3, 9) };
  const raw = { width: 320, height: 240, channels: 3 as const };
  const grain = await sharp({ create: { ...raw, background: '#000', noise } })
    .raw()
    .toBuffer();
  return sharp(Buffer.from(svg))
    .flatten()
    .composite([{ input: grain, raw, blend: 'add' }])
    .blur(between(random, 0.4, 1.4))
    .modulate({ brightness: between(random, 0.75, 1.25) })
    .jpeg({ quality: Math.round(between(random, 70, 88)) })
    .toBuffer();
};

export const CHANGES: Record<string, (random: Random, picture: Sharp) => Sharp> = {
  'saved again': (random, picture) => picture.jpeg({ quality: Math.round(between(random, 40, 80)) }),
  'brighter or darker': (random, picture) => picture.modulate({ brightness: between(random, 0.75, 1.3) }),
  blurred: (random, picture) => picture.blur(between(random, 0.8, 2.5)),
  'one dot painted': (random, picture) =>
    picture.composite([
      {
        input: { create: { width: 12, height: 12, channels: 3, background: '#f00' } },
        left: Math.floor(between(random, 0, 300)),
        top: Math.floor(between(random, 0, 220)),
      },
    ]),
  'cropped by 3 %': (_random, picture) =>
    picture.extract({ left: 5, top: 4, width: 310, height: 232 }).resize(320, 240),
  'cropped by 10 %': (_random, picture) =>
    picture.extract({ left: 16, top: 12, width: 288, height: 216 }).resize(320, 240),
  'turned by 2 degrees': (_random, picture) =>
    picture.rotate(2, { background: '#888' }).resize(320, 240, { fit: 'cover' }),
  mirrored: (_random, picture) => picture.flop(),
  'turned by 90 degrees': (_random, picture) => picture.rotate(90),
  'turned by 180 degrees, mirrored': (_random, picture) => picture.rotate(180).flop(),
};
