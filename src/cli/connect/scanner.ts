import { SouvenirError } from '../../errors.ts';

export class Scanner {
  protected readonly text: string;
  readonly #format: string;
  protected at = 0;

  constructor(text: string, format: string) {
    this.text = text;
    this.#format = format;
  }

  protected isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  protected takes(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  protected passes(sign: string): boolean {
    const index = this.text.indexOf(sign, this.at);
    if (index >= 0) this.at = index + sign.length;
    return index >= 0;
  }

  protected match(expression: RegExp): string | undefined {
    expression.lastIndex = this.at;
    const [matched] = expression.exec(this.text) ?? [];
    this.at += matched?.length ?? 0;
    return matched;
  }

  protected refusal(): SouvenirError {
    const line = this.text.slice(0, this.at).split('\n').length;
    return new SouvenirError('invalidInput', `line ${line} is not ${this.#format}`, {
      advice: 'fix the file by hand first',
    });
  }
}
