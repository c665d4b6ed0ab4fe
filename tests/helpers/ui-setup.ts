import '../../src/ui/base.css'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { z } from 'zod/mini'

// Files run one after the other in the same browser: what one kept is no preference of the next.
localStorage.clear()
sessionStorage.clear()
// As in the console, where the policy forbids making functions of text.
z.config({ jitless: true })
// A busy machine takes longer than the second that is waited by default.
configure({ asyncUtilTimeout: 20_000 })
afterEach(cleanup)
