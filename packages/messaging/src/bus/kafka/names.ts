export const createNames = (prefix: string) => ({
  topic: (topic: string): string => prefix + topic,
  group: (group: string): string => prefix + group,
  /** The topic's name in our language again. */
  plain: (topic: string): string => topic.slice(prefix.length),
});
export type Names = ReturnType<typeof createNames>;
