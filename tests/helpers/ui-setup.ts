import '../../src/ui/base.css'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { z } from 'zod'

// As in the console, where the policy forbids making functions of text.
z.config({ jitless: true })
afterEach(cleanup)
