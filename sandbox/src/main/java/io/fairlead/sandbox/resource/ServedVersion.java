package io.fairlead.sandbox.resource;

import io.fairlead.sandbox.patch.FieldManager;
import io.fairlead.sandbox.schema.ObjectRules;
import io.fairlead.sandbox.schema.Schema;
import java.util.List;

/**
 * One version of a kind.
 *
 * @param served whether clients may use it
 * @param schema what its objects look like
 * @param rules what its objects have to keep
 * @param fields keeps track of who set which field
 * @param columns its table
 */
public record ServedVersion(
        String name, boolean served, Schema schema, ObjectRules rules, FieldManager fields, List<Column> columns) {
    public static ServedVersion of(Names names, String name, boolean served, Schema schema, List<Column> columns) {
        ObjectRules rules = ObjectRules.of(names.group(), names.kind(), schema);
        return new ServedVersion(name, served, schema, rules, new FieldManager(schema), columns);
    }
}
