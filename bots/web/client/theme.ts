/** Applies the chosen theme. A blocking script, so that the page never appears in the other theme first. */
const theme = localStorage.getItem('parley-theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

export {};
