import { render, screen, waitFor } from '@testing-library/react'
import { createRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { LineRange } from '@/shared/catalog/document-lines'
import { createEditor, Editor } from './editor'
import { type EditorActions, EditorFrameContext, type FrameEditor } from './editor-frame'
import type { EditorProps, EditorHandle } from './props'

const schema = {
  properties: { interval: { type: 'integer' }, severity: { enum: ['high', 'low'] } },
  required: ['interval'],
  additionalProperties: false,
}
const voice = () => document.getElementById('voice-polite')?.textContent ?? ''

function Kept({ value: first, onChange, ...props }: Partial<EditorProps>) {
  const [value, setValue] = useState(first ?? '')
  return (
    <>
      <p id="voice-polite" />
      <p id="voice-urgent" />
      <Editor
        label="Spec"
        language="yaml"
        {...props}
        value={value}
        onChange={(text) => {
          setValue(text)
          onChange?.(text)
        }}
      />
      <button>After</button>
    </>
  )
}

async function open(props: Partial<EditorProps> = {}) {
  const actions: { current: EditorActions | null } = { current: null }
  const frame: FrameEditor = (given, editor) => {
    actions.current = given
    return editor
  }
  const { container } = render(
    <EditorFrameContext value={frame}>
      <Kept {...props} />
    </EditorFrameContext>
  )
  const box = await screen.findByRole('textbox', { name: 'Spec' }, { timeout: 10_000 })
  const text = () => [...box.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n')
  return { container, box, text, actions }
}

test('is a multi-line text field with a name and a hint on how to leave it', async () => {
  const { box } = await open({ description: 'What is checked.', value: 'interval: soon\n', schema })
  expect(box.getAttribute('aria-multiline')).toBe('true')
  await waitFor(() => {
    const about = (box.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
    expect(about).toMatch(/^What is checked\. Tab leaves the editor; .*M makes Tab indent\. 1 warning$/)
  })
})

test('reports the text at once, and the value after a pause in typing', async () => {
  const onChange = vi.fn<(text: string) => void>()
  const onContent = vi.fn<NonNullable<EditorProps['onContent']>>()
  const { box } = await open({ onChange, onContent })
  await userEvent.click(box)
  await userEvent.keyboard('a: 1')
  expect(onChange).toHaveBeenLastCalledWith('a: 1')
  await waitFor(() => expect(onContent.mock.lastCall?.[0]).toMatchObject({ is: 'value', value: { a: 1 } }))
})

test('unparseable text stays, has no value, and its error shows position and reason [EDITOR-01]', async () => {
  const onContent = vi.fn<NonNullable<EditorProps['onContent']>>()
  const { box, text } = await open({ language: 'json', value: '{"a": 1}', onContent })
  await userEvent.click(box)
  await userEvent.keyboard('{Control>}{End}{/Control}{Backspace}')
  await screen.findByRole('button', { name: 'Error · Line 1, column 8: Unexpected end of the JSON' })
  expect(text()).toBe('{"a": 1')
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'))
  expect(onContent.mock.calls.map(([content]) => content.is)).toEqual(['unparseable'])
})

test('an emptied text is reported as empty [EDITOR-02]', async () => {
  const onContent = vi.fn<NonNullable<EditorProps['onContent']>>()
  const { box } = await open({ value: 'a: 1', onContent })
  await userEvent.click(box)
  await userEvent.keyboard('{Control>}a{/Control}{Delete}')
  await waitFor(() => expect(onContent).toHaveBeenLastCalledWith({ is: 'empty' }, ''))
})

test('schema violations are reported and do not make the text invalid', async () => {
  const { box } = await open({ value: 'interval: soon\nextra: 1\n', schema })
  await screen.findByRole('button', { name: 'Warning · Line 1, column 11: interval must be integer' })
  await screen.findByRole('button', { name: 'Warning · Line 2, column 1: extra is not a known key' })
  expect(box.getAttribute('aria-invalid')).toBeNull()
})

test('Tab leaves the editor; once it indents, Escape and then Tab leave', async () => {
  const { box, text } = await open({ value: 'a' })
  const after = screen.getByRole('button', { name: 'After' })
  box.focus()
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(after)
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(document.activeElement).toBe(box)
  await userEvent.keyboard('{Control>}m{/Control}{Tab}')
  expect(text()).toBe('  a')
  expect(document.activeElement).toBe(box)
  await waitFor(() => expect(voice()).toContain('Tab indents.'))
  await userEvent.keyboard('{Escape}{Tab}')
  expect(document.activeElement).toBe(after)
})

test('moving to a problem places the cursor there and announces it', async () => {
  const { box, actions } = await open({ value: 'interval: soon\nextra: 1\n', schema })
  await screen.findByText('2 warnings')
  actions.current?.nextProblem()
  await waitFor(() => expect(voice()).toContain('Warning 1 of 2, line 1, column 11: interval must be integer.'))
  expect(document.activeElement).toBe(box)
  actions.current?.nextProblem()
  await waitFor(() => expect(voice()).toContain('Warning 2 of 2, line 2, column 1: extra is not a known key.'))
  expect(document.getSelection()?.anchorNode?.textContent).toContain('extra')
  actions.current?.previousProblem()
  await waitFor(() => expect(voice().match(/Warning 1 of 2/g)).toHaveLength(2))
})

test('formats the text, and refuses text that cannot be parsed', async () => {
  const { box, text, actions } = await open({ value: 'a:   {b: 1}\n' })
  actions.current?.format()
  await waitFor(() => expect(text()).toBe('a: { b: 1 }\n'))
  await userEvent.click(box)
  await userEvent.keyboard('{Control>}a{/Control}a: @b')
  actions.current?.format()
  await waitFor(() => expect(document.getElementById('voice-urgent')?.textContent).toContain('Could not format'))
})

test('completes keys and values by keyboard', async () => {
  const { box, text } = await open({ schema })
  await userEvent.click(box)
  await userEvent.keyboard('sev')
  await screen.findByRole('option', { name: /severity/ })
  await waitFor(() => expect(box.getAttribute('aria-activedescendant')).toBeTruthy())
  // A list that has just opened ignores keys for 75 ms, to prevent accidental input.
  const opened = performance.now()
  await waitFor(() => expect(performance.now() - opened).toBeGreaterThan(100))
  await userEvent.keyboard('{Enter}')
  expect(text()).toBe('severity: ')
  await userEvent.keyboard('{Control>} {/Control}')
  expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual(['high', 'low'])
  expect(box.closest('[data-scope=widget]')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(box.closest('[data-scope=widget]')).toBeNull())
})

test('typing does not change a read-only text', async () => {
  const { box, text } = await open({ value: 'a: 1', isReadOnly: true })
  expect(box.getAttribute('aria-readonly')).toBe('true')
  await userEvent.click(box)
  await userEvent.keyboard('x{Enter}')
  expect(text()).toBe('a: 1')
})

test('a large editor takes 90% of the window height, at most 1000 px [EDITOR-04]', async () => {
  const { container } = await open({ height: 'large' })
  const host = container.querySelector('[data-height=large]')
  expect(host?.getBoundingClientRect().height).toBeCloseTo(Math.min(1000, innerHeight * 0.9), 0)
})

test('adds no style element and no live region', async () => {
  const before = document.querySelectorAll('style').length
  const { container, box } = await open({ value: 'a: 1' })
  expect(document.querySelectorAll('style').length).toBe(before)
  expect(getComputedStyle(box).whiteSpace).toContain('break-spaces')
  expect(container.querySelector('[aria-live]:not([aria-live=off])')).toBeNull()
})

test('shows the text and a retry button if the editor cannot be loaded', async () => {
  const load = vi
    .fn<() => Promise<typeof import('./editor-view')>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockImplementation(() => import('./editor-view'))
  const Flaky = createEditor(load)
  render(<Flaky label="Spec" language="yaml" value="a: 1" />)
  await screen.findByText('The editor for Spec could not be loaded.')
  expect(screen.getByRole('group', { name: 'The text' }).textContent).toBe('a: 1')
  screen.getByRole('button', { name: 'Try again' }).click()
  await screen.findByRole('textbox', { name: 'Spec' })
})

test('lines that are not edited keep their line endings', async () => {
  const onChange = vi.fn<(text: string) => void>()
  const { box, text } = await open({ value: 'a: 1\r\nb: 2\r\n', onChange })
  expect(text()).toBe('a: 1\nb: 2\n')
  await userEvent.click(screen.getByText('After'))
  box.focus()
  await userEvent.keyboard('{Control>}{End}{/Control}c: 3{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('a: 1\r\nb: 2\r\nc: 3\r\n')
})

function Renamed() {
  const [value, setValue] = useState('name: one\r\nport: 80\r\n')
  return (
    <>
      <Editor label="Spec" language="yaml" value={value} onChange={setValue} />
      <button onClick={() => setValue(value.replace('one', 'another'))}>Rename</button>
    </>
  )
}

test('an outside change of the text keeps the cursor position', async () => {
  render(<Renamed />)
  const box = await screen.findByRole('textbox', { name: 'Spec' }, { timeout: 10_000 })
  const text = () => [...box.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n')
  box.focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}{End}')
  screen.getByRole('button', { name: 'Rename' }).click()
  await waitFor(() => expect(text()).toBe('name: another\nport: 80\n'))
  box.focus()
  await userEvent.keyboard('81')
  expect(text()).toBe('name: another\nport: 8081\n')
})

test('a read-only text without a schema is not validated', async () => {
  const { box } = await open({ value: 'a: @b', isReadOnly: true })
  expect(screen.queryByText(/problem|error/)).toBeNull()
  expect(box.getAttribute('aria-invalid')).toBeNull()
})

const tenLines = Array.from({ length: 10 }, (_, at) => `line${at + 1}: ${at + 1}`).join('\n')
const handle = createRef<EditorHandle>()

function Chosen({ value = tenLines, first }: { value?: string; first?: LineRange }) {
  const [lines, setLines] = useState<LineRange | undefined>(first)
  return (
    <>
      <p id="voice-polite" />
      <Editor
        label="Document"
        language="yaml"
        value={value}
        isReadOnly
        handle={handle}
        lines={lines}
        onLines={setLines}
      />
      <output>{lines ? `${lines.from}-${lines.to}` : 'none'}</output>
      <button onClick={() => setLines({ from: 9, to: 9 })}>To nine</button>
    </>
  )
}

const given = () => screen.getByRole('status').textContent

async function choosing(first?: LineRange) {
  const { container, rerender } = render(first ? <Chosen first={first} /> : <Chosen />)
  const box = await screen.findByRole('textbox', { name: 'Document' }, { timeout: 10_000 })
  const tinted = () => [...box.querySelectorAll('.cm-chosenLine')].map((line) => line.textContent)
  const numbered = (line: number) =>
    [...container.querySelectorAll('.cm-lineNumbers .cm-gutterElement')].find(
      ({ textContent }) => textContent === String(line)
    ) as Element
  return { box, tinted, numbered, rerender }
}

test('lines selected from outside are highlighted and announced once', async () => {
  const { tinted } = await choosing({ from: 3, to: 4 })
  await waitFor(() => expect(tinted()).toEqual(['line3: 3', 'line4: 4']))
  await waitFor(() => expect(voice()).toBe('Lines 3 to 4 selected.'))
  screen.getByRole('button', { name: 'To nine' }).click()
  await waitFor(() => expect(tinted()).toEqual(['line9: 9']))
  await waitFor(() => expect(voice()).toContain('Line 9 selected.'))
  expect(given()).toBe('9-9')
})

test('keys select lines, move the end of the selection, and deselect', async () => {
  const { box } = await choosing()
  box.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  handle.current?.toggleLines(1)
  await waitFor(() => expect(given()).toBe('3-3'))
  handle.current?.extendLines(3)
  await waitFor(() => expect(given()).toBe('3-6'))
  handle.current?.extendLines(-4)
  await waitFor(() => expect(given()).toBe('2-3'))
  handle.current?.extendLines(-9)
  await waitFor(() => expect(given()).toBe('1-3'))
  handle.current?.toggleLines(1)
  await waitFor(() => expect(given()).toBe('none'))
  handle.current?.toggleLines(4)
  await waitFor(() => expect(given()).toBe('1-4'))
})

test('text selection selects the lines it touches, without a line it only reaches the start of', async () => {
  const { box } = await choosing()
  box.focus()
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  handle.current?.toggleLines(1)
  await waitFor(() => expect(given()).toBe('1-3'))
  await userEvent.keyboard('{Home}{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  handle.current?.toggleLines(1)
  await waitFor(() => expect(given()).toBe('3-4'))
})

test('a press on a line number selects the line; Shift and dragging extend the selection', async () => {
  const { box, numbered } = await choosing()
  await userEvent.click(numbered(4))
  await waitFor(() => expect(given()).toBe('4-4'))
  expect(document.activeElement).toBe(box)
  await userEvent.click(numbered(6), { modifiers: ['Shift'] } as never)
  await userEvent.keyboard('{Shift>}')
  await userEvent.click(numbered(7))
  await userEvent.keyboard('{/Shift}')
  await waitFor(() => expect(given()).toBe('4-7'))
  await userEvent.click(numbered(2))
  await waitFor(() => expect(given()).toBe('2-2'))
  await userEvent.click(numbered(2))
  await waitFor(() => expect(given()).toBe('none'))
  await userEvent.dragAndDrop(numbered(5), numbered(8))
  await waitFor(() => expect(given()).toBe('5-8'))
})

test('selected lines move with text that changes above, and the move is reported', async () => {
  const { tinted, rerender } = await choosing({ from: 3, to: 4 })
  await waitFor(() => expect(tinted()).toHaveLength(2))
  rerender(<Chosen value={`new: 0\n${tenLines}`} />)
  await waitFor(() => expect(given()).toBe('4-5'))
  expect(tinted()).toEqual(['line3: 3', 'line4: 4'])
})

const nested = '{\n  "a": {\n    "b": [\n      1\n    ]\n  },\n  "c": {\n    "d": 2\n  }\n}'

test('collapses the section around the cursor, and all sections inside the outermost one', async () => {
  const { box, text, actions } = await open({ value: nested, language: 'json', isReadOnly: true })
  box.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  actions.current?.fold()
  await waitFor(() => expect(text()).toContain('"b": […]'))
  actions.current?.unfold()
  await waitFor(() => expect(text()).toBe(nested))
  actions.current?.foldAll()
  await waitFor(() => expect(text()).toBe('{\n  "a": {…},\n  "c": {…}\n}'))
  actions.current?.unfoldAll()
  await waitFor(() => expect(text()).toBe(nested))
})

test('the search takes focus, and its matches are announced', async () => {
  const { actions } = await open({ value: tenLines, isReadOnly: true })
  actions.current?.search()
  const field = await screen.findByRole('textbox', { name: 'Find' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.keyboard('line7{Enter}')
  await waitFor(() => expect(voice()).toContain('on line 7'))
})
