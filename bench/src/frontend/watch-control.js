// Runs in the measured page from its start, because polling from outside would take CPU time from the simulated phone.
// Reads `window.measuredControl` and writes the times to `window.controlSeen`, in milliseconds of the page's clock.
(() => {
  const control = window.measuredControl;
  const seen = (window.controlSeen = {});
  const placeOf = () => {
    const found = [...document.querySelectorAll(control.selector)].find(
      (element) => element.textContent.trim() === control.text,
    );
    if (!found || found.disabled) return undefined;
    const { x, y, width, height } = found.getBoundingClientRect();
    if (width === 0 || height === 0) return undefined;
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    const isInView = middleX < innerWidth && middleY < innerHeight;
    if (isInView && !found.contains(document.elementFromPoint(middleX, middleY))) return undefined;
    return `${x} ${y} ${width} ${height}`;
  };
  let before;
  const look = () => {
    const place = placeOf();
    if (place !== undefined && place === before) {
      seen.drawn ??= performance.now();
      if (!document.querySelector('#root[data-first-page]')) {
        seen.app = performance.now();
        return;
      }
    }
    before = place;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
