import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { rocOf, sequenceMedians } from './detection.ts';
import { isRelayed, mixedHall } from './samples.ts';

const APEXCHARTS = fileURLToPath(import.meta.resolve('apexcharts/dist/apexcharts.min.js'));
/** Told apart by those who see few colors. Source: Okabe and Ito. */
const COLORS = ['#0072b2', '#009e73', '#d55e00', '#cc79a7'];
const SIZE = { width: 900, height: 640 };

/** One line for each cell of relayed readings, in sequences of three, against all honest ones. */
const chartOf = (byCell: Map<string, number[]>) => {
  const honest = sequenceMedians(mixedHall(byCell));
  const relayed = [...byCell].filter(([cell]) => isRelayed(cell));
  return {
    chart: { ...SIZE, type: 'line', animations: { enabled: false }, toolbar: { show: false } },
    title: { text: 'Relayed readings found, among all honest phones (median of three)' },
    series: [
      ...relayed.map(([name, lateness]) => ({
        name,
        data: rocOf(honest, sequenceMedians(lateness)).map(([x, y]) => ({ x, y })),
      })),
      {
        name: 'chance',
        data: [
          { x: 0, y: 0 },
          { x: 1, y: 1 },
        ],
      },
    ],
    colors: [...COLORS.slice(0, relayed.length), '#888888'],
    stroke: { width: 2, curve: 'straight', dashArray: [...relayed.map((_line, place) => place * 3), 8] },
    xaxis: {
      type: 'numeric',
      min: 0,
      max: 1,
      tickAmount: 10,
      decimalsInFloat: 1,
      title: { text: 'false alarms' },
    },
    yaxis: { min: 0, max: 1, tickAmount: 10, decimalsInFloat: 1, title: { text: 'found' } },
    legend: { position: 'right' },
  };
};

/** Draws the receiver operating characteristic of each cell (PNG). */
export const drawRoc = async (browser: Browser, byCell: Map<string, number[]>): Promise<Buffer> => {
  const page = await browser.newPage({ viewport: SIZE });
  await page.setContent('<body style="margin:0;background:#fff"><div id="chart"></div>');
  await page.addScriptTag({ path: APEXCHARTS });
  await page.evaluate(
    `new ApexCharts(document.getElementById('chart'), ${JSON.stringify(chartOf(byCell))}).render()`,
  );
  const picture = await page.screenshot();
  await page.close();
  return picture;
};
