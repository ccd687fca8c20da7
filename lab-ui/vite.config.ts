import { defineConfig } from 'vite';
import { licences } from './licences.ts';

// biome-ignore lint/style/noDefaultExport: vite reads the default export
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [licences()],
  build: {
    outDir: '../dist/lab-ui',
    emptyOutDir: true,
    target: 'es2023',
    // A picture inside the style sheet would need an exception in the content-security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // `vite lab-ui` beside `souvenir serve`, to work on the page.
  server: { proxy: { '/v1': 'http://127.0.0.1:4600' } },
});
