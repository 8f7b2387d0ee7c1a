const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const nameFormsOf = (name: string) => {
  if (!NAME.test(name)) throw new Error(`“${name}” must be in kebab case, as in grade-overview.`);
  const words = name.split('-');
  const [first = '', ...others] = words;
  const rest = others.map(capital).join('');
  return { name, camel: first + rest, pascal: capital(first) + rest, title: capital(words.join(' ')) };
};
