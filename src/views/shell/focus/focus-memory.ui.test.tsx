import { navigate } from 'wouter/use-browser-location'
import { expect, onTestFinished, test } from 'vitest'
import { rememberFocus } from './focus-memory'

const frames = async (count: number) => {
  for (let left = count; left > 0; left--) await new Promise(requestAnimationFrame)
}
const back = async () => {
  const left = new Promise((done) => window.addEventListener('popstate', done, { once: true }))
  history.back()
  await left
}

function givenRows() {
  const before = location.href
  const page = document.createElement('div')
  page.dataset['scope'] = 'page'
  page.innerHTML =
    '<h1 tabindex="-1">Rows</h1><div data-row="a" tabindex="0">a</div><div data-row="b" tabindex="0">b</div>'
  document.body.append(page)
  const forget = rememberFocus()
  onTestFinished(() => {
    forget()
    page.remove()
    history.replaceState(null, '', before)
  })
  return (row: string) => page.querySelector<HTMLElement>(`[data-row="${row}"]`)
}

test('restores focus to the last focused element when Back returns to a page', async () => {
  const row = givenRows()
  navigate('/one')
  row('b')?.focus()
  navigate('/two')
  row('b')?.blur()
  await back()
  await expect.poll(() => document.activeElement).toBe(row('b'))
})

test('does not move focus when a dialog leaves its address', async () => {
  const row = givenRows()
  navigate('/one')
  row('a')?.focus()
  navigate('/one?do=comment.add')
  row('b')?.focus()
  row('a')?.focus()
  await back()
  row('b')?.focus()
  await frames(30)
  expect(document.activeElement).toBe(row('b'))
})
