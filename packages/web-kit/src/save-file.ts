export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Delayed, because some browsers read the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
