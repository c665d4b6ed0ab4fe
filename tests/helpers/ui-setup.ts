import '../../src/ui/base.css'
// The console loads these commands before any page.
import '../../src/commands/initial-commands'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { z } from 'zod/mini'

// Files run one after the other in the same browser, so stored preferences of one must not affect the next.
localStorage.clear()
sessionStorage.clear()
// As in the console, where the policy forbids creating functions from text.
z.config({ jitless: true })
// A busy machine takes longer than the default second.
configure({ asyncUtilTimeout: 20_000 })
afterEach(cleanup)
