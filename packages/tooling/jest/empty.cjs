// Stands for a style sheet, which says nothing to jsdom.
module.exports = {};
