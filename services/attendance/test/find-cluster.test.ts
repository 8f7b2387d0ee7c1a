import { describe, expect, it } from '@jest/globals';
import { findCluster } from '../src/features/refused/rules/find-cluster.ts';

const fence = { latitude: 52.52, longitude: 13.405, radius: 100 };
const at = (meters: number, spread = 0) => ({
  latitude: fence.latitude + (meters + spread) / 111_195,
  longitude: fence.longitude,
});
const together = (count: number, meters: number) =>
  Array.from({ length: count }, (_, index) => at(meters, index * 5));

describe('a class', () => {
  it('is elsewhere if at least five students and half of those who tried are together there', () => {
    expect(findCluster(fence, together(5, 400), 10)).toMatchObject({ students: 5 });
    const { meters = 0 } = findCluster(fence, together(30, 400), 30) ?? {};
    expect(Math.abs(meters - 470)).toBeLessThan(60);
  });

  it('of 1,500 is elsewhere if half of them are', () => {
    const hall = Array.from({ length: 750 }, (_, index) => at(400, index / 10));
    expect(findCluster(fence, hall, 1_500)).toMatchObject({ students: 750 });
  });

  it('is not moved by three or four students, however few tried', () => {
    expect(findCluster(fence, together(3, 400), 3)).toBeUndefined();
    expect(findCluster(fence, together(4, 400), 4)).toBeUndefined();
  });

  it('is where the fence is once it was moved there', () => {
    expect(findCluster(fence, together(9, 0), 9)).toBeUndefined();
  });

  it('is not moved by a minority', () => {
    expect(findCluster(fence, together(5, 400), 11)).toBeUndefined();
  });

  it('is not moved by students at home, who are apart from each other', () => {
    const homes = Array.from({ length: 20 }, (_, index) => at(1_000 + index * 300));
    expect(findCluster(fence, homes, 20)).toBeUndefined();
  });

  it('is moved to the center of most of them, which shows no exact position', () => {
    const outside = [...together(8, 400), at(9_000)];
    const cluster = findCluster(fence, outside, 12);
    expect(cluster).toMatchObject({ students: 8 });
    for (const { latitude } of outside) expect(cluster?.center.latitude).not.toBe(latitude);
    // The center is on the grid: multiples of 0.0005 degrees.
    expect(Math.round((cluster?.center.latitude ?? 0) * 10_000) % 5).toBe(0);
  });
});
