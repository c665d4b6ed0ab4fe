import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Context } from '../../commands/context'
import { createJournal } from '../../commands/journal'
import { isMac } from '../../keymap/display'
import { keymap } from '../../keymap/keymap'
import { spell } from '../../keymap/live'
import { ConsoleProvider } from '../shell/console'
import { Palette, type PaletteProps } from './palette'

const context: Context = {
  path: '/health',
  roles: ['admin'],
  online: true,
  nameOf: () => undefined,
  targets: [],
  selection: [],
  handler: () => undefined,
  choices: () => [],
  settle: () => undefined,
}

function open(props: Partial<PaletteProps> = {}) {
  const calls = {
    onClose: vi.fn<() => void>(),
    onRun: vi.fn<(call: string) => void>(),
    onStay: vi.fn<(call: string) => void>(),
  }
  const { onClose, onRun, onStay } = calls
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConsoleProvider
        value={{
          perform: async () => undefined,
          undo: () => undefined,
          circumstances: context,
          keys: spell(keymap, 'on', isMac),
          journal: createJournal(),
        }}
      >
        <Palette context={context} onClose={onClose} onRun={onRun} onStay={onStay} {...props} />
      </ConsoleProvider>
    </QueryClientProvider>
  )
  return calls
}

test('smoke', async () => {
  const { onRun } = open({ mode: '>' })
  await userEvent.keyboard('theme')
  expect(screen.getAllByRole('option')[0]?.getAttribute('aria-label')).toBe('Change theme…')
  await userEvent.keyboard('{Enter}dark')
  await userEvent.keyboard('{Enter}')
  expect(onRun.mock.calls[0]?.[0]).toBe('prefs.theme?theme=dark')
})
