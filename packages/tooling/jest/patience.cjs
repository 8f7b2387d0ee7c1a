const { configure } = require('@testing-library/react/pure');

// The time-out is long, because a page may render slowly on a busy machine.
configure({ asyncUtilTimeout: 60_000 });
