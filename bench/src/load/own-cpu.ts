/** Measures what share of one core this process, the load driver, takes while `work` runs. */
export const withOwnCpu = async <Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; driverCpu: number }> => {
  const [before, began] = [process.cpuUsage(), performance.now()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, driverCpu: (user + system) / 1_000 / (performance.now() - began) };
};
