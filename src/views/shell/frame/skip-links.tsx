import { useState } from 'react'
import { useConsole } from '../../shared/console'
import { usePlaces } from '../../shared/commands/place'
import css from './shell.module.css'

/** Regions that only some pages have. */
const regions = [
  { title: 'Filters', selector: '[role="search"], search' },
  { title: 'Detail', selector: '[data-scope="detail"]' },
] as const

/** The first tab stops of the page: links past the sidebar, and to the palette and the keys. */
export function SkipLinks() {
  const { perform } = useConsole()
  const places = usePlaces()
  const [present, setPresent] = useState<readonly string[]>([])
  const look = () =>
    setPresent(regions.filter(({ selector }) => document.querySelector(selector)).map(({ title }) => title))
  const run = (call: string) => void perform({ call, origin: 'button' }, places)
  return (
    <nav className={css.skip} aria-label="Skip links">
      <ul>
        <li>
          <a href="#main" onFocus={look}>
            Main content
          </a>
        </li>
        {regions
          .filter(({ title }) => present.includes(title))
          .map(({ title, selector }) => (
            <li key={title}>
              <button type="button" onClick={() => focusIn(selector)}>
                {title}
              </button>
            </li>
          ))}
        <li>
          <button type="button" onClick={() => run('palette.open')}>
            Command palette
          </button>
        </li>
        <li>
          <button type="button" onFocus={look} onClick={() => run('keys.settings')}>
            Keyboard settings
          </button>
        </li>
      </ul>
    </nav>
  )
}

function focusIn(selector: string): void {
  const region = document.querySelector(selector)
  region?.querySelector<HTMLElement>('h2, [tabindex], input, button, a')?.focus()
}
