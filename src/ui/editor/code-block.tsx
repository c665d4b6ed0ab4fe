import css from './code.module.css'
import { type CodeLanguage, tokenize } from './tokens'

type Props = { label: string; code: string; language: CodeLanguage }

/** Short read-only code with syntax colours. Longer code belongs in the editor. */
export const CodeBlock = ({ label, code, language }: Props) => (
  // Focusable, so that it can be scrolled by keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <pre className={css.code} role="group" aria-label={label} tabIndex={0}>
    <code>
      {tokenize(code, language).map(({ text, at, is }) => (
        <span key={at} className={is && css[is]}>
          {text}
        </span>
      ))}
    </code>
  </pre>
)
