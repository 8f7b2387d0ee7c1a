/**
 * Returns the values of a scrape by series: `name` or `name{a="b",c="d"}`, with sorted labels and without the
 * label `service`, which every series has.
 */
export const readMetrics = async (url: string): Promise<ReadonlyMap<string, number>> => {
  const text = await (await fetch(url)).text();
  const samples = text.matchAll(/^(?<name>\w+)(?:\{(?<labels>.*)\})? (?<value>\S+)$/gm);
  return new Map(
    [...samples].map(({ groups = {} }) => {
      const labels = [...(groups['labels'] ?? '').matchAll(/(?<!\w)(\w+)="(?:[^"\\]|\\.)*"/g)]
        .filter(([, label]) => label !== 'service')
        .map(([label]) => label)
        .toSorted()
        .join(',');
      return [(groups['name'] ?? '') + (labels && `{${labels}}`), Number(groups['value'])];
    }),
  );
};
