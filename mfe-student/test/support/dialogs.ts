/** jsdom lays nothing out, and knows no modal dialogs. */
export const putDialogs = (): void => {
  Element.prototype.scrollIntoView = () => {};
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
};
