/** Runs tasks sequentially per student and concurrently across students. */
export type PressQueue = <Result>(studentIds: string[], task: () => Promise<Result>) => Promise<Result>;

export const createPressQueue = (): PressQueue => {
  const last = new Map<string, Promise<unknown>>();
  return (studentIds, task) => {
    const earlier = studentIds.flatMap((id) => last.get(id) ?? []);
    const done = Promise.allSettled(earlier).then(task);
    for (const id of studentIds) last.set(id, done);
    const forget = () => {
      for (const id of studentIds) if (last.get(id) === done) last.delete(id);
    };
    done.then(forget, forget);
    return done;
  };
};
