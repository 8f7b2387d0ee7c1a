/** What topics and groups are called on the cluster. */
export const makeNames = (prefix: string) => ({
  topic: (topic: string): string => prefix + topic,
  group: (group: string): string => prefix + group,
  /** Where earlier releases put what a group could not handle. */
  deadLetters: (group: string): string => `${prefix}${group}.dead-letters`,
  /** Where earlier releases put dead letters that the group was to handle once more. */
  redriven: (group: string): string => `${prefix}${group}.redriven`,
  /** The topic's name in our language again. */
  plain: (topic: string): string => topic.slice(prefix.length),
});
export type Names = ReturnType<typeof makeNames>;
