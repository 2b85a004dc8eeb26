/**
 * jsdom has no modal dialogs. Gives `<dialog>` the parts that our kit relies on: `showModal()` opens it and moves focus
 * to its first control, `close()` shuts it, hands focus back and fires `close`. Importing the file installs it.
 */
const openers = new WeakMap<HTMLDialogElement, HTMLElement>();

HTMLDialogElement.prototype.showModal = function () {
  if (this.open) throw new DOMException('The dialog is already open.', 'InvalidStateError');
  if (document.activeElement instanceof HTMLElement) openers.set(this, document.activeElement);
  this.open = true;
  this.querySelector<HTMLElement>('button, input, select, textarea, a[href], [tabindex]')?.focus();
};

HTMLDialogElement.prototype.close = function () {
  if (!this.open) return;
  this.open = false;
  openers.get(this)?.focus();
  queueMicrotask(() => this.dispatchEvent(new Event('close')));
};
