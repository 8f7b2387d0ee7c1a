// A parameter list that is compatible with every function.
type AnyFunction = (...args: never[]) => unknown;
type FunctionsOf<Module> = {
  [Name in keyof Module]: Module[Name] extends AnyFunction ? Name : never;
}[keyof Module] &
  string;
type FunctionOf<Module, Name extends keyof Module> = Extract<Module[Name], AnyFunction>;

export interface Defense {
  name: string;
  /** Imports the module. The preload script reads the URL from this import without loading the module. */
  module: () => Promise<object>;
  exported: string;
  wrap: (original: AnyFunction, isOff: () => boolean) => AnyFunction;
}

/**
 * A defense that is a function, called for each request.
 * @param off replaces the function while the defense is off
 */
export const defense = <Module extends object, Name extends FunctionsOf<Module>>(
  name: string,
  module: () => Promise<Module>,
  exported: Name,
  off: (
    original: FunctionOf<Module, Name>,
    ...args: Parameters<FunctionOf<Module, Name>>
  ) => ReturnType<FunctionOf<Module, Name>>,
): Defense => ({
  name,
  module,
  exported,
  wrap:
    (original, isOff) =>
    (...args) =>
      isOff()
        ? off(original as FunctionOf<Module, Name>, ...(args as Parameters<FunctionOf<Module, Name>>))
        : original(...args),
});

/**
 * A defense inside of an object that a function creates when the process starts.
 * @param wrap creates an equivalent object that checks `isOff` at each use
 */
export const defenseWithin = <Module extends object, Name extends FunctionsOf<Module>>(
  name: string,
  module: () => Promise<Module>,
  exported: Name,
  wrap: (original: FunctionOf<Module, Name>, isOff: () => boolean) => FunctionOf<Module, Name>,
): Defense => ({ name, module, exported, wrap: wrap as unknown as Defense['wrap'] });
