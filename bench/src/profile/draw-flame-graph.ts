import { createRequire } from 'node:module';
import { chromium as browserType } from '@playwright/test';
import { chromium } from '@qr-attendance/tooling/chromium';
import { ownerOf } from './costs.ts';
import type { Call } from './read-profile.ts';

const require = createRequire(import.meta.url);
const WIDTH = 1_600;
/** What is narrower than this share of the picture is left out. */
const SMALLEST = 0.002;

interface Flame {
  name: string;
  value: number;
  children: Flame[];
}

const sumOf = ({ selfMs, children }: Call): number => children.reduce((sum, one) => sum + sumOf(one), selfMs);

/** The tree as d3-flame-graph takes it, where a value holds what is below it as well. */
const toFlame = (call: Call, least: number): Flame => ({
  name: `${call.frame.name}  ${ownerOf(call.frame)}`,
  value: sumOf(call),
  children: call.children.filter((one) => sumOf(one) > least).map((one) => toFlame(one, least)),
});

/** Draws a flame graph of a profile's busy time as a PNG: wide is long, a function stands on what called it. */
export const drawFlameGraph = async (root: Call, title: string, file: string): Promise<void> => {
  const busy = { ...root, children: root.children.filter(({ frame }) => frame.name !== '(idle)') };
  const flame = toFlame(busy, sumOf(busy) * SMALLEST);
  const browser = await browserType.launch(chromium());
  try {
    const page = await browser.newPage({ viewport: { width: WIDTH, height: 900 } });
    await page.setContent('<body style="margin:0;background:#fff"><div id="chart"></div>');
    await page.addStyleTag({ path: require.resolve('d3-flame-graph/dist/d3-flamegraph.css') });
    await page.addScriptTag({ path: require.resolve('d3-selection/dist/d3-selection.min.js') });
    await page.addScriptTag({ path: require.resolve('d3-flame-graph/dist/d3-flamegraph.umd.min.js') });
    await page.evaluate(
      ([data, width, text]) => {
        const { flamegraph, d3 } = globalThis as unknown as {
          flamegraph: () => (selection: unknown) => void;
          d3: { select: (where: string) => { datum: (data: unknown) => { call: (chart: unknown) => void } } };
        };
        const chart = Object.entries({
          width,
          cellHeight: 17,
          inverted: true,
          title: text,
          minFrameSize: 2,
        }).reduce(
          (made, [option, value]) =>
            (made as Record<string, (value: unknown) => unknown>)[option]?.(value) as object,
          flamegraph() as object,
        );
        d3.select('#chart').datum(data).call(chart);
      },
      [flame, WIDTH, title] as const,
    );
    await page.locator('#chart svg').screenshot({ path: file, animations: 'disabled' });
  } finally {
    await browser.close();
  }
};
