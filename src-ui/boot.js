import init from './ui.js';
init({ module_or_path: './ui_bg.wasm' });
