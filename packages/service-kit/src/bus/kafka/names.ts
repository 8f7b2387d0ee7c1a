/** What topics and groups are called on the cluster. */
export const makeNames = (prefix: string) => ({
  topic: (topic: string): string => prefix + topic,
  group: (group: string): string => prefix + group,
  /** What a group could not handle; compacted by id, so that a letter that was redriven goes. */
  deadLetters: (group: string): string => `${prefix}${group}.dead-letters`,
  /** Dead letters that the group is to handle once more, and nobody else. */
  redriven: (group: string): string => `${prefix}${group}.redriven`,
  /** The topic's name in our language again. */
  plain: (topic: string): string => topic.slice(prefix.length),
});
export type Names = ReturnType<typeof makeNames>;
