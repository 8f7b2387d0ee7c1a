/** A separate chunk with its texts, because most sign-in pages need nothing of it. */
export const loadChunk = async () => {
  const chunk = await import(/* webpackChunkName: "providers" */ './chunk.ts');
  await chunk.texts;
  return chunk;
};
