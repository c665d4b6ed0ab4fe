import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '@tests/helpers/eventually'
import { showDirectionControls } from './direction-controls'

const reversed = 'a\u202eevil\u202c.txt'

function Names({ name }: { name: string }) {
  return (
    <div>
      <h1>{name}</h1>
      <p>
        The name is <bdi>{name}</bdi>.
      </p>
      <button type="button" aria-label={`Open ${name}`} title={name} />
      <div contentEditable suppressContentEditableWarning>
        {name}
      </div>
      <textarea defaultValue={name} />
    </div>
  )
}

test('shows controls of direction in rendered names and their labels, but not in edited texts', async () => {
  onTestFinished(showDirectionControls(document.body))
  const view = render(<Names name={reversed} />)
  await eventually(() => expect(screen.getByRole('heading').textContent).toBe('a<U+202E>evil<U+202C>.txt'))
  expect(screen.getByText(/^The name is/).textContent).toBe('The name is a<U+202E>evil<U+202C>.txt.')
  const button = screen.getByRole('button', { name: 'Open a<U+202E>evil<U+202C>.txt' })
  expect(button.title).toBe('a<U+202E>evil<U+202C>.txt')
  expect(view.container.querySelector('[contenteditable]')?.textContent).toBe(reversed)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(reversed)
  // The next rendering replaces the text, and right-to-left names stay as they are.
  view.rerender(<Names name="שרת הזמנות abc 123" />)
  await eventually(() => expect(screen.getByRole('heading').textContent).toBe('שרת הזמנות abc 123'))
  view.rerender(<Names name={'x\u2066y\u2069\u200f'} />)
  await eventually(() => expect(screen.getByRole('heading').textContent).toBe('x<U+2066>y<U+2069><U+200F>'))
})

test('shows the controls in elements that are already rendered', () => {
  render(<h2>{reversed}</h2>)
  onTestFinished(showDirectionControls(document.body))
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('a<U+202E>evil<U+202C>.txt')
})
