import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { countFilterValues, type FilterField, type FilterSet } from './filter'
import { FilterChips } from './filter-chips'
import FilterPicker from './filter-picker'

const valuesOf = (...values: string[]) => values.map((value, at) => ({ value, label: value, count: at + 1 }))
const fields: readonly FilterField[] = [
  { field: 'env', label: 'env', values: valuesOf('prod', 'test') },
  { field: 'team', label: 'team', values: valuesOf('net', 'payments', 'us-east') },
]

const none: FilterSet = {}
const including = (values: readonly string[]): FilterSet => ({
  team: Object.fromEntries(values.map((one) => [one, 'include'])),
})

function Filtering({ initial = none, here }: { initial?: FilterSet; here?: Record<string, string> }) {
  const [values, setValues] = useState<FilterSet>(initial)
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const row = useRef<HTMLButtonElement>(null)
  const change = (changed: FilterSet) => setValues({ ...values, ...changed })
  return (
    <>
      <button ref={anchor} type="button" onClick={() => setOpen(true)}>
        Filters {countFilterValues(values)}
      </button>
      <FilterChips fields={fields} values={values} onChange={change} onOpen={() => setOpen(true)} />
      {isOpen && (
        <FilterPicker
          {...{ anchor, fields, values, here }}
          title="Filter by Label"
          onApply={change}
          onClose={(how) => {
            setOpen(false)
            // Focus was here before. Moving it blurs the picker, which stays in the document until the next render.
            if (how === 'back') row.current?.focus()
          }}
        />
      )}
      <button ref={row} type="button">
        Row
      </button>
      <output>{JSON.stringify(values)}</output>
    </>
  )
}

const value = () => JSON.parse(screen.getByRole('status').textContent) as FilterSet
const option = (name: string | RegExp) => screen.getByRole('option', { name })
const states = () =>
  screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent.replace(/\d+$/, ''))
const field = () => screen.getByRole('combobox', { name: 'Search values' })
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent

async function open(props: Parameters<typeof Filtering>[0] = {}) {
  const { unmount } = render(<Filtering {...props} />)
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  expect(document.activeElement).toBe(field())
  return unmount
}

test('each value is included, excluded or neutral, and its state is announced [FILTER-13 FILTER-16]', async () => {
  await open()
  await userEvent.keyboard(' {ArrowDown}{Shift>} {/Shift}')
  expect(states()).toEqual(['env: prod', 'not env: test'])
  expect(value()).toEqual({})
  await userEvent.keyboard('{Enter}')
  expect(value()).toEqual({ env: { prod: 'include', test: 'exclude' } })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Row' }))
})

test('a press cycles from neutral to include to exclude [FILTER-14]', async () => {
  await open()
  const seen = []
  for (let turn = 0; turn < 3; turn++) {
    await userEvent.click(option(/env: prod/))
    seen.push(option(/env: prod/).textContent)
    seen.push(option(/env: prod/).getAttribute('aria-selected'))
  }
  expect(seen).toEqual(['env: prod1', 'true', 'not env: prod1', 'true', 'env: prod1', 'false'])
})

test('selecting the active state again returns to neutral [FILTER-15]', async () => {
  await open({ initial: { env: { prod: 'include', test: 'exclude' } } })
  await userEvent.keyboard(' {ArrowDown}{Shift>} {/Shift}{Enter}')
  expect(value()).toEqual({ env: {} })
})

test.each([
  ['pay{Enter}', { team: { payments: 'include' } }],
  ['-pay{Enter}', { team: { payments: 'exclude' } }],
  ['!pay{Enter}', { team: { payments: 'exclude' } }],
  ['pay{Shift>}{Enter}{/Shift}', { team: { payments: 'exclude' } }],
  ['{ArrowDown}-{Enter}', { env: { test: 'exclude' } }],
  ['us-e{Enter}', { team: { 'us-east': 'include' } }],
  ['n us{Enter}', { team: { net: 'include', 'us-east': 'include' } }],
  ['-n te{Enter}', { team: { net: 'exclude' }, env: { test: 'include' } }],
  ['n {Enter}', { team: { net: 'include' } }],
  ['zz{Enter}', {}],
  ['n {Escape}', {}],
])('%s selects %j', async (keys, expected) => {
  await open()
  await userEvent.keyboard(keys)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(value()).toEqual(expected)
})

test('lists the values of the row under the cursor first', async () => {
  await open({ here: { team: 'payments' } })
  expect(active()).toMatch(/^team: payments/)
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  expect(value()).toEqual({ team: { payments: 'exclude' } })
})

test('applies the selection when focus moves elsewhere', async () => {
  await open()
  await userEvent.keyboard('n ')
  await userEvent.click(document.body)
  expect(value()).toEqual({ team: { net: 'include' } })
})

test('clears all values at once', async () => {
  await open({ initial: { env: { prod: 'include' }, team: { net: 'exclude' } } })
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(value()).toEqual({ env: {}, team: {} })
})

const chips = () => within(screen.getByRole('list', { name: 'Active filters' }))
const names = () =>
  chips()
    .getAllByRole('button', { name: /^(?!Remove)/ })
    .map(({ textContent }) => textContent)

test('a chip shows its value and count, opens the values, and can be removed by key or button', async () => {
  render(<Filtering initial={{ env: { prod: 'include', test: 'exclude' }, team: { gone: 'include' } }} />)
  expect(names()).toEqual(['env: prod 1', 'env: not test 2', 'team: gone'])
  await userEvent.click(chips().getByRole('button', { name: 'Remove env: not test' }))
  expect(value()).toEqual({ env: { prod: 'include' }, team: { gone: 'include' } })
  chips().getByRole('button', { name: 'env: prod 1' }).focus()
  await userEvent.keyboard('{Delete}')
  expect(value()).toEqual({ env: {}, team: { gone: 'include' } })
  await userEvent.click(chips().getByRole('button', { name: 'team: gone' }))
  expect(screen.getByRole('dialog', { name: 'Filter by Label' })).toBeTruthy()
})

test('chips name up to three values and count four or more [FILTER-17 FILTER-18]', () => {
  const four = ['net', 'payments', 'us-east', 'gone']
  const { unmount } = render(<Filtering initial={including(four.slice(0, 3))} />)
  expect(names()).toEqual(['team: net 1', 'team: payments 2', 'team: us-east 3'])
  unmount()
  render(<Filtering initial={including(four)} />)
  expect(names()).toEqual(['team: 4'])
})
