import { z } from 'zod'

/** The schemas of a procedure. Input and output are parsed where they enter and leave the core. */
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

/** No input is `{}` and no output is `null`: both survive JSON. */
export const NoInput = z.strictObject({})
export const NoOutput = z.null()
