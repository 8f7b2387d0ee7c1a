export default {
  helpUrl: 'CONTRIBUTING.md. An example of a message: feat(course): add the building of a course',
  extends: ['@commitlint/config-conventional'],
  // Subjects may begin with a proper name, and bodies may contain long addresses.
  rules: { 'header-max-length': [2, 'always', 120], 'subject-case': [0], 'body-max-line-length': [0] },
};
