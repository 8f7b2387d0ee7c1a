/** jsdom knows dialogs, but neither opens nor closes them. */
export const putDialogs = (): void => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
};
