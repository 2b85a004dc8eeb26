/** A parameter of a route, documented with it: what `operation` (as `ApiParam`) says needs no decorator of its own. */
export const documented =
  (parameter: ParameterDecorator, operation: MethodDecorator): ParameterDecorator =>
  (target, method, index) => {
    parameter(target, method, index);
    const descriptor = method !== undefined && Object.getOwnPropertyDescriptor(target, method);
    if (descriptor) operation(target, method, descriptor);
  };
