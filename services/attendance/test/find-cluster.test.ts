import { describe, expect, it } from '@jest/globals';
import { findCluster } from '../src/features/refused/rules/find-cluster.ts';

const fence = { latitude: 52.52, longitude: 13.405, radius: 100 };
const at = (meters: number, spread = 0) => ({
  latitude: fence.latitude + (meters + spread) / 111_195,
  longitude: fence.longitude,
});
const together = (count: number, meters: number) =>
  Array.from({ length: count }, (_, index) => at(meters, index * 5));

describe('the detected location of a class', () => {
  it('is where at least five students, and half of those who tried, are together', () => {
    expect(findCluster(fence, together(5, 400), 10)).toMatchObject({ students: 5 });
    const { meters = 0 } = findCluster(fence, together(30, 400), 30) ?? {};
    expect(Math.abs(meters - 470)).toBeLessThan(60);
  });

  it('is found for 1,500 students if half of them are together', () => {
    const hall = Array.from({ length: 750 }, (_, index) => at(400, index / 10));
    expect(findCluster(fence, hall, 1_500)).toMatchObject({ students: 750 });
  });

  it('is not determined by three or four students, however few tried', () => {
    expect(findCluster(fence, together(3, 400), 3)).toBeUndefined();
    expect(findCluster(fence, together(4, 400), 4)).toBeUndefined();
  });

  it('is undefined if the students are inside the fence', () => {
    expect(findCluster(fence, together(9, 0), 9)).toBeUndefined();
  });

  it('is not determined by a minority', () => {
    expect(findCluster(fence, together(5, 400), 11)).toBeUndefined();
  });

  it('is not determined by students at home, who are far apart', () => {
    const homes = Array.from({ length: 20 }, (_, index) => at(1_000 + index * 300));
    expect(findCluster(fence, homes, 20)).toBeUndefined();
  });

  it('is the rounded center of most students, so it reveals no exact position', () => {
    const outside = [...together(8, 400), at(9_000)];
    const cluster = findCluster(fence, outside, 12);
    expect(cluster).toMatchObject({ students: 8 });
    for (const { latitude } of outside) expect(cluster?.center.latitude).not.toBe(latitude);
    // The center is on the grid: multiples of 0.0005 degrees.
    expect(Math.round((cluster?.center.latitude ?? 0) * 10_000) % 5).toBe(0);
  });
});
