/** A plugin of TypeDoc: modules have the names that users import, and methods are documented once, in the class that declares them. */
import { Converter, ReflectionKind } from 'typedoc';

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_context, reflection) => {
    if (reflection.kindOf(ReflectionKind.Module)) reflection.name = reflection.name.replace(/^pkg/, 'rondel').replace(/(\/index)?(\.d)?$/, '');
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    // Classes of a mixin extend a variable such as `FlatFile_base`.
    for (const method of project.getReflectionsByKind(ReflectionKind.Method)) {
      const isRepeated = [method.overwrites, method.inheritedFrom].some((base) => base !== undefined && (base.reflection !== undefined || /_base\./.test(base.name)));
      if (isRepeated) project.removeReflection(method);
    }
  });
}
