import { z } from 'zod'

export interface Procedure<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input
  readonly output: Output
}

export function procedure<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): Procedure<Input, Output> {
  return { input, output }
}

export const NoInput = z.strictObject({})
export const NoOutput = z.null()
