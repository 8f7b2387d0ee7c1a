import { create } from 'qrcode';

interface View {
  pixelsPerModule: number;
  sideways?: number;
  blur?: number;
  /** Standard deviation of the sensor noise (brightness 0 to 255). */
  noise?: number;
  /** Brightness of the dark and the light modules (0 to 255); a projector in a bright room shows no black. */
  dark?: number;
  light?: number;
  /** Movement of the picture during the exposure, in pixels. */
  motion?: number;
}

export const WIDTH = 640;
export const HEIGHT = 480;
/** Width of the quiet zone in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;
const SAMPLES = 4;
const SURROUNDINGS = 90;

/** A generator of numbers in [0, 1) with a seed. Source: mulberry32, Tommy Ettinger. */
const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const gaussian = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

const kernelOf = (deviation: number): number[] => {
  const reach = Math.ceil(3 * deviation);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * deviation ** 2)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
};

const smear = (luma: Float64Array, weights: number[], dx: number, dy: number): Float64Array => {
  const middle = (weights.length - 1) / 2;
  const steps = weights.map((weight, at) => ({
    weight,
    x: Math.round((at - middle) * dx),
    y: Math.round((at - middle) * dy),
  }));
  const smeared = new Float64Array(luma.length);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      let sum = 0;
      for (const step of steps) {
        const from = clamp(y + step.y, 0, HEIGHT - 1) * WIDTH + clamp(x + step.x, 0, WIDTH - 1);
        sum += step.weight * (luma[from] ?? 0);
      }
      smeared[y * WIDTH + x] = sum;
    }
  return smeared;
};

const createProjection = (view: View, random: () => number, size: number) => {
  const turn = ((random() - 0.5) * 16 * Math.PI) / 180;
  const [shiftX, shiftY] = [random() * 6 - 3, random() * 6 - 3];
  const side = ((view.sideways ?? 0) * Math.PI) / 180;
  /** The wall is about five code widths away, so that nearer parts appear larger. */
  const distance = 5 * size * view.pixelsPerModule;
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  const [sideSine, sideCosine] = [Math.sin(side), Math.cos(side)];
  return (x: number, y: number): { column: number; row: number } => {
    const [atX, atY] = [x - WIDTH / 2 - shiftX, y - HEIGHT / 2 - shiftY];
    const [turnedX, turnedY] = [atX * cosine + atY * sine, atY * cosine - atX * sine];
    const onWall = turnedX / (sideCosine - (turnedX * sideSine) / distance);
    const depth = 1 + (onWall * sideSine) / distance;
    return {
      column: Math.floor(onWall / view.pixelsPerModule + size / 2),
      row: Math.floor((turnedY * depth) / view.pixelsPerModule + size / 2),
    };
  };
};

export const drawFrame = (text: string, view: View, seed: number): Buffer => {
  const random = seededRandom(seed);
  const { modules } = create(text, { errorCorrectionLevel: 'L' });
  const { dark = 16, light = 235, blur = 0.5, noise = 4, motion = 0 } = view;
  const { size, data } = modules;
  const toWall = createProjection(view, random, size);
  const brightnessAt = (x: number, y: number): number => {
    const { column, row } = toWall(x, y);
    const edge = Math.max(-column, -row, column - size + 1, row - size + 1);
    if (edge > QUIET_ZONE) return SURROUNDINGS;
    return edge <= 0 && data[row * size + column] ? dark : light;
  };
  const reach = size * view.pixelsPerModule;
  let luma: Float64Array = new Float64Array(WIDTH * HEIGHT).fill(SURROUNDINGS);
  for (let y = Math.max(0, HEIGHT / 2 - reach) | 0; y < Math.min(HEIGHT, HEIGHT / 2 + reach); y++)
    for (let x = Math.max(0, WIDTH / 2 - reach) | 0; x < Math.min(WIDTH, WIDTH / 2 + reach); x++) {
      let sum = 0;
      for (let sample = 0; sample < SAMPLES ** 2; sample++)
        sum += brightnessAt(
          x + ((sample % SAMPLES) + 0.5) / SAMPLES,
          y + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES,
        );
      luma[y * WIDTH + x] = sum / SAMPLES ** 2;
    }
  const lens = kernelOf(blur);
  luma = smear(smear(luma, lens, 1, 0), lens, 0, 1);
  if (motion > 0) {
    const direction = random() * Math.PI;
    const steps = Math.ceil(motion) + 1;
    const weights = Array.from({ length: steps }, () => 1 / steps);
    const stride = motion / (steps - 1);
    luma = smear(luma, weights, stride * Math.cos(direction), stride * Math.sin(direction));
  }
  return Buffer.from(luma.map((value) => Math.round(clamp(value + noise * gaussian(random), 0, 255))));
};
