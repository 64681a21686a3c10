import { defineConfig } from 'vite'
import { threadBuild } from '../launch/thread-build.ts'

export default defineConfig(threadBuild(import.meta.dirname))
