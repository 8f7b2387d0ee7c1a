export const createKafkaNames = (prefix: string) => ({
  topic: (topic: string): string => prefix + topic,
  group: (group: string): string => prefix + group,
  plain: (topic: string): string => topic.slice(prefix.length),
});
export type KafkaNames = ReturnType<typeof createKafkaNames>;
