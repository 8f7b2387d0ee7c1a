const { configure } = require('@testing-library/react/pure');

// A page that is tested on a busy machine may need long to show something.
configure({ asyncUtilTimeout: 60_000 });
