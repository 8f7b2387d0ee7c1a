const { configure } = require('@testing-library/react/pure');

// On a busy machine, a page may take long to show something.
configure({ asyncUtilTimeout: 60_000 });
