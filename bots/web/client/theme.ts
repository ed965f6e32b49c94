/** Runs before the page is painted, so that a chosen theme never flashes the other one. */
const theme = localStorage.getItem('parley-theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

export {};
