// Tells the page that frames this one how tall it is, now and whenever that changes. Knows nothing of figures.

if (window.parent !== window) {
  let reportedPx = 0;
  new ResizeObserver(() => {
    const heightPx = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (heightPx === reportedPx) return;
    reportedPx = heightPx;
    window.parent.postMessage({ type: 'mcp-figure-height', heightPx }, '*');
  }).observe(document.documentElement);
}
