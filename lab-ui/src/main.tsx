import { render } from 'preact';
import { App } from './app.tsx';
import './style/base.css';
import './style/shell.css';
import './style/parts.css';

render(<App />, document.getElementById('app') as HTMLElement);
